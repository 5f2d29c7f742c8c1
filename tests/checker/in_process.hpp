// The independent checker inside a test, so that thousands of certificates can be checked. It is
// one program without a header: its core is taken in as text.
#pragma once

#include <iostream>
#include <map>
#include <set>
#include <sstream>

#define main inline allnash_check_main
#include "../../checker/allnash-check.cpp"
#undef main
