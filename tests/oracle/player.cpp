// An oracle program for tests. It answers with a formula, and misbehaves as its arguments say:
//
//   player [seconds=S] [jitter=S] [digits=N] [chatter=N] [burst=N] [log=FILE] [pids=FOLDER]
//          [tally=FOLDER] [at=I,J fault=NAME [once=FILE]] [coin=S]
//
// seconds: every answer takes so long; jitter: up to so much longer, differently each time.
// digits: answers are written with so many zeros behind the point. chatter: bytes to standard error
// with each answer; burst: before the first. log: a line for each request, added to the file when
// it is read. pids: a file named after the process; tally: and a byte in it for each request.
// fault: what happens at an entry, the first time only when `once` names a file, which then
// appears. coin: it plays: it reads `i j seed` and answers 1 at once, or 0 after so many seconds,
// by a coin of its own that no seed decides.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <thread>

namespace {

using Settings = std::map<std::string, std::string>;

Settings read_settings(int argc, char** argv) {
  Settings settings;
  for (int t = 1; t < argc; ++t) {
    const std::string word = argv[t];
    settings[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  }
  return settings;
}

long payoff(long i, long j) { return (i * 7919 + j * 104729) % 1009 - (i * j) % 503; }

void chatter(const std::string& bytes) {
  const std::string text(std::stoul(bytes), 'x');
  std::fprintf(stderr, "%s\n", text.c_str());
}

// One write a line, so that lines of several copies do not mix.
void note(const std::string& file, const std::string& line) {
  const int log = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (log < 0 || ::write(log, line.data(), line.size()) < 0) std::abort();
  ::close(log);
}

std::string file_of_process(const std::string& folder) {
  return folder + "/" + std::to_string(::getpid());
}

void misbehave(const Settings& settings) {
  if (settings.contains("once")) {
    const int first =
        ::open(settings.at("once").c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (first < 0) return;
    ::close(first);
  }
  const std::string& fault = settings.at("fault");
  if (fault == "exit") std::exit(3);
  if (fault == "complain") {
    std::fputs("first words\nthe simulator has no such agent\n", stderr);
    std::exit(1);
  }
  if (fault == "crash") std::abort();
  if (fault == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
  if (fault == "word") std::puts("win");
  if (fault == "nothing") std::puts("");
  if (fault == "infinite") std::puts("inf");
  if (fault == "half") std::fputs("12", stdout);  // a number cut short
  if (fault == "long") std::puts(std::string(200000, '7').c_str());
  if (fault == "twice") std::puts("1\n1");
  if (fault == "half") {
    std::fflush(stdout);
    std::exit(0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Settings settings = read_settings(argc, argv);
  const auto number = [&settings](const char* name) {
    return settings.contains(name) ? std::stod(settings.at(name)) : 0.0;
  };
  std::mt19937_64 random(static_cast<unsigned>(::getpid()));
  std::uniform_real_distribution<double> jitter(0, number("jitter"));
  const std::string zeros =
      settings.contains("digits") ? "." + std::string(std::stoul(settings.at("digits")), '0') : "";
  if (settings.contains("pids")) note(file_of_process(settings.at("pids")), "");
  if (settings.contains("burst")) chatter(settings.at("burst"));

  long i = 0;
  long j = 0;
  while (std::scanf("%ld %ld", &i, &j) == 2) {
    const std::string entry = std::to_string(i) + "," + std::to_string(j);
    if (settings.contains("log")) note(settings.at("log"), entry + "\n");
    if (settings.contains("tally")) note(file_of_process(settings.at("tally")), ".");
    const double seconds = number("seconds") + jitter(random);
    if (seconds > 0) std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    if (settings.contains("chatter")) chatter(settings.at("chatter"));
    if (settings.contains("at") && settings.at("at") == entry) misbehave(settings);
    if (settings.contains("coin")) {
      unsigned long seed = 0;
      if (std::scanf("%lu", &seed) != 1) return 2;
      const bool win = random() % 2 == 0;
      if (!win) std::this_thread::sleep_for(std::chrono::duration<double>(number("coin")));
      std::printf("%d\n", win ? 1 : 0);
      std::fflush(stdout);
      continue;
    }
    std::printf("%ld%s\n", payoff(i, j), zeros.c_str());
    std::fflush(stdout);
  }
}
