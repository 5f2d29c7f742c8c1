// oracle [MILLISECONDS]: an oracle program that costs next to nothing, or sleeps before each
// answer.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

int main(int argc, char** argv) {
  const std::chrono::milliseconds pause(argc > 1 ? std::atoi(argv[1]) : 0);
  long i = 0;
  long j = 0;
  while (std::scanf("%ld %ld", &i, &j) == 2) {
    if (pause.count() > 0) std::this_thread::sleep_for(pause);
    std::printf("%ld\n", i - j);  // the game is trivial, too: what is left is the asking
    std::fflush(stdout);
  }
}
