"""What second opinions on certificates share: a text is true unless something in it is not as it must be."""
from fractions import Fraction


class Untrue(Exception):
    pass


def insist(condition):
    if not condition:
        raise Untrue


def number(word):
    try:
        value = Fraction(word)
    except (ValueError, ZeroDivisionError):
        raise Untrue from None
    insist(str(value) == word)
    return value
