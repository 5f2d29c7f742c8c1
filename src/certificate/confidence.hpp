// The certificate of a game of chance: what was frozen, what the plays of that attempt showed, and
// the bounds that follow. docs/certificate_format.md specifies it.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "allnash/options.hpp"
#include "allnash/result.hpp"
#include "chance/sequence.hpp"

namespace allnash::certificate {

struct ArmClaim {
  chance::Sequence sequence;
  chance::Sample draws;
  std::int64_t group = 0;  ///< of newcomers, from 1; 0: it was there at the freeze
  Rational joint;          ///< what it may fail with in a statement on all arms together
};

/// No equilibrium plays a strategy more than this, as the frozen one earns so much against it.
struct CapClaim {
  Cap cap;
  Rational earned;  ///< a share of the range
};

/// One player's strategy, an arm for each of the opponent's, and caps on some of these.
struct HalfClaim {
  MixedStrategy strategy;
  std::vector<ArmClaim> arms;
  std::vector<CapClaim> caps;
};

struct ConfidenceClaim {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  PayoffRange range;
  Rational epsilon;
  Rational delta;
  std::int64_t attempt = 1;
  bool newcomers = false;  ///< half of its budget is kept for them
  Rational low;
  Rational high;
  HalfClaim row;
  HalfClaim column;  ///< nothing in a symmetric game
};

void write(std::ostream& out, const ConfidenceClaim& claim);

}  // namespace allnash::certificate
