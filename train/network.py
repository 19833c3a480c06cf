"""The order-equivariant policy network in torch, in the form that stable-baselines3 expects.

The same layers as `r3gym.schedulers.learned.Network`, by the same names, plus a value head that only training needs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.policies import ActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from r3gym.core import packed_state
from r3gym.schedulers.features import CONTEST_SIZE, CONTEST_TABLES, PROBLEM_SIZE, PROBLEM_TABLES

#: Default number of units of each layer (stable-baselines3's `net_arch`, as a list of one number).
HIDDEN = 32


class Equivariant(nn.Module):
    """A network from packed states to a preference per action, and to the input of the value head."""

    def __init__(self, actions: int, hidden: int = HIDDEN) -> None:
        super().__init__()
        self.encode_1, self.encode_2 = nn.Linear(PROBLEM_SIZE, hidden), nn.Linear(hidden, hidden)
        context = 2 * hidden + CONTEST_SIZE
        self.choose_1, self.choose_2 = nn.Linear(hidden + context, hidden), nn.Linear(hidden, hidden)
        self.choose_3 = nn.Linear(hidden, 1)
        self.finish_1, self.finish_2 = nn.Linear(context, hidden), nn.Linear(hidden, 1)
        self.value_1, self.value_2 = nn.Linear(context, 2 * hidden), nn.Linear(2 * hidden, 2 * hidden)
        #: Names that stable-baselines3 reads.
        self.latent_dim_pi, self.latent_dim_vf = actions, 2 * hidden
        for place, table in PROBLEM_TABLES.items():
            self.register_buffer(f"problem_{place}", torch.from_numpy(table), persistent=False)
        for place, table in CONTEST_TABLES.items():
            self.register_buffer(f"contest_{place}", torch.from_numpy(table), persistent=False)
        for head in (self.choose_3, self.finish_2):  # start close to a uniform policy
            nn.init.orthogonal_(head.weight, 0.01)
            nn.init.zeros_(head.bias)

    def summary(self, packed: Tensor) -> tuple[Tensor, Tensor]:
        """Encode each problem, and summarise the contest."""
        words = packed.long().view(len(packed), -1, packed_state.WORD)
        problems, contest = words[:, :-1], words[:, -1]
        of_problems = [getattr(self, f"problem_{place}")[problems[..., place]] for place in PROBLEM_TABLES]
        of_contest = [getattr(self, f"contest_{place}")[contest[..., place]] for place in CONTEST_TABLES]
        encoded = torch.relu(self.encode_2(torch.relu(self.encode_1(torch.cat(of_problems, -1)))))
        context = torch.cat([encoded.mean(1), encoded.amax(1), *of_contest], -1)
        return encoded, context

    def preferences(self, encoded: Tensor, context: Tensor) -> Tensor:
        """Compute a logit per problem, and one for finishing."""
        weight, hidden = self.choose_1.weight, encoded.shape[-1]
        # The context's part of the layer is the same for all problems of a contest: computed once, not once for each.
        shared = nn.functional.linear(context, weight[:, hidden:], self.choose_1.bias)
        choices = torch.relu(nn.functional.linear(encoded, weight[:, :hidden]) + shared[:, None])
        choices = self.choose_3(torch.relu(self.choose_2(choices)))
        finish = self.finish_2(torch.relu(self.finish_1(context)))
        return torch.cat([choices.squeeze(-1), finish], -1)

    def prospects(self, context: Tensor) -> Tensor:
        """Compute the input of the value head."""
        return torch.relu(self.value_2(torch.relu(self.value_1(context))))

    def forward(self, packed: Tensor) -> tuple[Tensor, Tensor]:
        """Compute preferences, and the latent of the value head."""
        encoded, context = self.summary(packed)
        return self.preferences(encoded, context), self.prospects(context)

    def forward_actor(self, packed: Tensor) -> Tensor:
        """Compute preferences alone."""
        return self.preferences(*self.summary(packed))

    def forward_critic(self, packed: Tensor) -> Tensor:
        """Compute the latent of the value head alone."""
        return self.prospects(self.summary(packed)[1])


class EquivariantPolicy(ActorCriticPolicy):
    """The policy for `stable_baselines3.PPO`."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor: Any = _network_of(self)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        _use_preferences(self, lr_schedule)


class MaskableEquivariantPolicy(MaskableActorCriticPolicy):
    """The policy for `sb3_contrib.MaskablePPO`."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor: Any = _network_of(self)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        _use_preferences(self, lr_schedule)


def _network_of(policy: Any) -> Equivariant:
    policy.ortho_init = False  # the network initialises itself
    hidden = policy.net_arch[0] if isinstance(policy.net_arch, list) else HIDDEN
    network: Equivariant = Equivariant(int(policy.action_space.n), hidden).to(policy.device)
    return network


def _use_preferences(policy: Any, lr_schedule: Any) -> None:
    """Use the network's preferences as logits: remove the layer after them, from the optimiser too."""
    policy.action_net = nn.Identity()
    policy.optimizer = policy.optimizer_class(policy.parameters(), lr=lr_schedule(1), **policy.optimizer_kwargs)


class EquivariantFeatures(BaseFeaturesExtractor):
    """Features for recurrent policies: the encoded problems and the contest, concatenated in presented order."""

    def __init__(self, observation_space: Any, hidden: int = 16) -> None:
        problems = observation_space.shape[0] // packed_state.WORD - 1
        super().__init__(observation_space, problems * hidden + 2 * hidden + CONTEST_SIZE)
        self.network = Equivariant(problems + 1, hidden)

    def forward(self, packed: Tensor) -> Tensor:
        """Put the encoded problems and the contest in one row."""
        encoded, context = self.network.summary(packed)
        return torch.cat([encoded.flatten(1), context], -1)


def exported_weights(network: Equivariant) -> dict[str, np.ndarray[Any, np.dtype[np.float32]]]:
    """Return the weights that choosing needs, as NumPy arrays by the names of `r3gym.schedulers.learned.LAYERS`."""
    return {
        name: value.detach().cpu().numpy().astype(np.float32)
        for name, value in network.state_dict().items()
        if name.split("_")[0] in ("encode", "choose", "finish")
    }
