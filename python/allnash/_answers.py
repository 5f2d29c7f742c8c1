"""What modules that draw and print answers call them by. The classes of answers use those modules, which therefore do not
import the classes: here the names stand for any object with the attributes that are read."""
from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

Strategy = dict[int, Fraction]  # the positive probabilities, by ascending index

Result: TypeAlias = Any
FlowResult: TypeAlias = Any
ResponseResult: TypeAlias = Any
Ranking: TypeAlias = Any
Polytope: TypeAlias = Any
