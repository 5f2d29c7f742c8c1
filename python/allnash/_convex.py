"""The maximum-entropy strategy and random strategies of a polytope, by SciPy's solvers."""
from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from . import _optional
from ._answers import Polytope, Strategy

if TYPE_CHECKING:
    import numpy
else:
    numpy = _optional.numpy()

ACCURACY = 1e-9
WEIGHT_BITS = 40  # of the rational weights of a random mixture


def on_support(polytope: Polytope, strategy: Strategy) -> numpy.ndarray:
    return numpy.array([float(strategy.get(t, 0)) for t in polytope.support])


class Conditions:
    """What makes x, on the support, optimal: `equal` @ x = 0 and `loose` @ x >= 0, besides x >= 0 and
    sum(x) = 1. The lines of `equal` are orthonormal, those of `loose` have largest entry 1."""

    def __init__(self, polytope: Polytope) -> None:
        lines = numpy.frombuffer(polytope._answer.excesses(polytope._is_row)).reshape(-1, len(polytope.support))
        lines = lines / numpy.maximum(numpy.abs(lines).max(axis=1, keepdims=True), 1e-300)
        binding = numpy.zeros(len(lines), dtype=bool)
        binding[polytope._answer.get("column_support" if polytope._is_row else "row_support")] = True
        # The exact dimension gives the number of independent equations, which no tolerance would.
        rank = len(polytope.support) - 1 - polytope.dimension
        self.equal = numpy.linalg.svd(lines[binding], full_matrices=True)[2][:rank]
        self.loose = lines[~binding]


def max_entropy(polytope: Polytope) -> dict[int, float]:
    """By the dual, which is smooth and convex: minimise log sum exp(equal' z + loose' u) over z and
    u >= 0. Its minimum exists, since the interior point meets every loose condition strictly, and there
    x = softmax(equal' z + loose' u)."""
    conditions = Conditions(polytope)
    lines = numpy.vstack([conditions.equal, conditions.loose])
    multipliers = polished(lines, len(conditions.equal), minimised(lines, len(conditions.equal)))
    x = played(lines, multipliers)
    fault = first_order_fault(lines, len(conditions.equal), multipliers, x)
    if not fault <= ACCURACY:
        raise ArithmeticError(f"the convex solver came only within {fault:.1e} of the first-order conditions")
    return {t: float(p) for t, p in zip(polytope.support, x)}


def played(lines: numpy.ndarray, multipliers: numpy.ndarray) -> numpy.ndarray:
    from scipy.special import softmax

    return softmax(lines.T @ multipliers)


def minimised(lines: numpy.ndarray, free: int) -> numpy.ndarray:
    from scipy.optimize import minimize
    from scipy.special import logsumexp

    def dual(multipliers: numpy.ndarray) -> tuple[float, numpy.ndarray]:
        return float(logsumexp(lines.T @ multipliers)), lines @ played(lines, multipliers)

    if not len(lines):
        return numpy.zeros(0)
    bounds = [(None, None)] * free + [(0, None)] * (len(lines) - free)
    found = minimize(dual, numpy.zeros(len(lines)), jac=True, method="L-BFGS-B", bounds=bounds,
                     options={"maxiter": 20000, "maxfun": 40000, "ftol": 1e-16, "gtol": 1e-10, "maxcor": 30})
    return numpy.asarray(found.x)


def polished(lines: numpy.ndarray, free: int, multipliers: numpy.ndarray) -> numpy.ndarray:
    """Newton steps on the multipliers that are not zero, each kept only where it helps."""
    fault = first_order_fault(lines, free, multipliers, played(lines, multipliers))
    for _ in range(50):
        x = played(lines, multipliers)
        gradient = lines @ x
        active = numpy.arange(len(lines)) < free
        active |= (multipliers > 0) & (multipliers > gradient) | (gradient < 0)
        part = lines[active]
        curvature = (part * x) @ part.T - numpy.outer(part @ x, part @ x)
        step = numpy.zeros(len(lines))
        step[active] = -numpy.linalg.lstsq(curvature, gradient[active], rcond=1e-13)[0]
        trial = numpy.where(active, multipliers + step, 0)
        trial[free:] = numpy.maximum(trial[free:], 0)
        after = first_order_fault(lines, free, trial, played(lines, trial))
        if not after < fault:
            break
        multipliers, fault = trial, after
    return multipliers


def first_order_fault(lines: numpy.ndarray, free: int, multipliers: numpy.ndarray, x: numpy.ndarray) -> float:
    """How far the first-order conditions are from holding, at most: log x is in the cone of the
    conditions (for a softmax it is), x meets them, and a multiplier above 0 has an equality."""
    slack = lines @ x
    constant = numpy.log(x) - lines.T @ multipliers
    faults = [0, abs(x.sum() - 1), numpy.ptp(constant), *numpy.abs(slack[:free]), *-slack[free:],
              *-multipliers[free:], *(multipliers[free:] * slack[free:])]
    return float(max(faults))


def sample(polytope: Polytope, rng: numpy.random.Generator, size: int) -> list[Strategy]:
    if not polytope.complete:
        raise ValueError("the list of vertices was cut, so not every strategy could come up; "
                         "solve with a larger option `vertices`")
    vertices = numpy.array([on_support(polytope, vertex) for vertex in polytope.vertices])
    walk = Walk(polytope, vertices)
    return [mixture(polytope, vertices, walk.end(rng)) for _ in range(size)]


class Walk:
    """Hit and run from the mean of the vertices, in coordinates where the vertices spread alike in all
    directions: go along a random line to a point drawn uniformly from its part inside the set."""

    def __init__(self, polytope: Polytope, vertices: numpy.ndarray) -> None:
        self.dimension = polytope.dimension
        self.centre = vertices.mean(axis=0)
        spread, axes = numpy.linalg.svd(vertices - self.centre, full_matrices=False)[1:]
        self.chart = axes[:self.dimension] * spread[:self.dimension, None]
        bounds = numpy.vstack([numpy.eye(len(self.centre)), Conditions(polytope).loose])
        self.slopes = bounds @ self.chart.T
        self.slack = bounds @ self.centre

    def end(self, rng: numpy.random.Generator) -> numpy.ndarray:
        place = numpy.zeros(self.dimension)
        for _ in range(20 + 10 * self.dimension**2):
            direction = rng.standard_normal(self.dimension)
            rates, left = self.slopes @ direction, numpy.maximum(self.slack + self.slopes @ place, 0)
            with numpy.errstate(divide="ignore", invalid="ignore"):
                steps = -left / rates
            ahead = numpy.min(steps[rates < 0], initial=numpy.inf)
            behind = numpy.max(steps[rates > 0], initial=-numpy.inf)
            place = place + rng.uniform(behind, ahead) * direction
        return self.centre + self.chart.T @ place


def mixture(polytope: Polytope, vertices: numpy.ndarray, x: numpy.ndarray) -> Strategy:
    """The mixture of vertices nearest to x, with rational weights: exactly in the set."""
    from scipy.optimize import nnls

    weights, _ = nnls(numpy.vstack([vertices.T, numpy.ones(len(vertices))]), numpy.append(x, 1))
    shares = [int(share) for share in numpy.rint(weights * 2.0**WEIGHT_BITS)]
    total: Strategy = {}
    for share, vertex in zip(shares, polytope.vertices):
        for index, probability in vertex.items() if share else ():
            total[index] = total.get(index, Fraction(0)) + Fraction(share, sum(shares)) * probability
    return dict(sorted(total.items()))
