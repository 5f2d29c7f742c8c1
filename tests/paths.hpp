// Where this build and its sources lie; the build writes the values.
#pragma once

namespace allnash::paths {

extern const char* const program;  ///< allnash
extern const char* const player;   ///< the oracle program that tests talk to
extern const char* const sources;  ///< the folder of the sources
extern const char* const games;    ///< the folder of games with known answers

}  // namespace allnash::paths
