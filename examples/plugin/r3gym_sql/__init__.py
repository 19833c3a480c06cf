"""A domain of your own: database queries, judged on a real SQLite database.

``pip install examples/plugin``, then ``gym.make("R3Contest-SQL-v0")`` or ``r3gym play --domain sql``.
"""
