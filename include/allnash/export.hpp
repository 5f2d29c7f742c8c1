// Marks the functions and classes that programs may link to. All else in the library is hidden.
#pragma once

#define ALLNASH_EXPORT __attribute__((visibility("default")))
