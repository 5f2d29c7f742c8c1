#include "gambit.hpp"

namespace checker {

string_view gambit_token(Source& in) {
  in.skip(" \t\r\n,");
  if (in.peek() == '{' || in.peek() == '}') return in.take(1);
  if (in.peek() != '"') return in.take_until(" \t\r\n,{}\"");
  const string_view all = in.rest();
  in.take(1);
  while (in.take_until("\"\\"), in.peek() == '\\') in.take(2);
  if (in.done()) in.fail("a quote without its end");
  in.take(1);
  return all.substr(0, all.size() - in.rest().size());
}

void gambit_expect(Source& in, string_view wanted, string_view found) {
  if (found != wanted) in.fail("'" + string(wanted) + "' belongs here, not '" + shown(found) + "'");
}

Index gambit_strings(Source& in) {
  Index count = 0;
  string_view token = gambit_token(in);
  for (; token.starts_with('"'); token = gambit_token(in)) ++count;
  gambit_expect(in, "}", token);
  return count;
}

GambitPayoffs gambit_payoffs(Source& in) {
  const Fraction row = fraction_of(in.payoff(gambit_token(in)));
  return {row, fraction_of(in.payoff(gambit_token(in)))};
}

void read_gambit_head(Source& in, const string& format, const string& version) {
  gambit_expect(in, format, gambit_token(in));
  gambit_expect(in, version, gambit_token(in));
  if (const string_view type = gambit_token(in); type != "R" && type != "D") {
    in.fail("not '" + format + " " + version + " R'");
  }
  if (!gambit_token(in).starts_with('"')) in.fail("no title");
  gambit_expect(in, "{", gambit_token(in));
  if (gambit_strings(in) != 2) in.fail("the game does not have two players");
}

}  // namespace checker
