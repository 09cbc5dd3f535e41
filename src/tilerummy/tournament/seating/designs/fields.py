"""Arithmetic in products of finite fields, so that as many differences as can be may be divided by.

Numbers are written in mixed digits: one for each prime power of the order, the first the lowest.
"""

from typing import Final

_POLYNOMIALS: Final = {
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    16: (2, (1, 1, 0, 0)),
    32: (2, (1, 0, 1, 0, 0)),
    9: (3, (1, 0)),
    27: (3, (1, 2, 0)),
    25: (5, (3, 0)),
    49: (7, (1, 0)),
}
"""Fields that are no plain remainders, by order: the prime, and an irreducible polynomial without its highest power,
the lowest first."""


def prime_powers(order: int) -> tuple[int, ...]:
    """The powers of different primes whose product an order (2 or more) is, the lowest prime first."""
    found, prime = [], 2
    while order > 1:
        power = 1
        while order % prime == 0:
            order, power = order // prime, power * prime
        if power > 1:
            found.append(power)
        prime += 1
    return tuple(found)


def has_fields(order: int) -> bool:
    """Whether the fields of an order are here: primes, and the powers in the list."""
    return all(power in _POLYNOMIALS or _is_prime(power) for power in prime_powers(order))


def plus(one: int, other: int, order: int) -> int:
    """The sum of two numbers below the order."""
    total, place = 0, 1
    for power in prime_powers(order):
        total += _plus(one // place % power, other // place % power, power) * place
        place *= power
    return total


def times(one: int, other: int, order: int) -> int:
    """The product of two numbers below the order."""
    product, place = 0, 1
    for power in prime_powers(order):
        product += _times(one // place % power, other // place % power, power) * place
        place *= power
    return product


def units(order: int) -> tuple[int, ...]:
    """Numbers all of whose differences can be divided by: as many as the smallest prime power."""
    powers = prime_powers(order)
    found = []
    for digit in range(min(powers)):
        number, place = 0, 1
        for power in powers:
            number += digit * place
            place *= power
        found.append(number)
    return tuple(found)


def _is_prime(number: int) -> bool:
    return all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def _plus(one: int, other: int, order: int) -> int:
    if order not in _POLYNOMIALS:
        return (one + other) % order
    prime, _ = _POLYNOMIALS[order]
    total, place = 0, 1
    while one or other:
        total += (one % prime + other % prime) % prime * place
        one, other, place = one // prime, other // prime, place * prime
    return total


def _times(one: int, other: int, order: int) -> int:
    """Horner's rule over the digits of `other`; numbers are polynomials written in the prime's digits."""
    if order not in _POLYNOMIALS:
        return one * other % order
    prime, modulus = _POLYNOMIALS[order]
    product, place = 0, order // prime
    while place:
        high, low = divmod(product, order // prime)
        product = low * prime
        for at, part in enumerate(modulus):
            product = _plus(product, (-high * part) % prime * prime**at, order)
        for _ in range(other // place % prime):
            product = _plus(product, one, order)
        place //= prime
    return product
