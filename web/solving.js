// Solves in a worker made of the page's own solver, so that typing never waits. A new question ends the work on the last one.

const WORK = "onmessage = ({ data }) => { let reply; try { reply = { result: solver.answer(data) }; } catch (error) { reply = { fault: String(error) }; } postMessage(reply); };";

function makeWorker() {
  const text = document.getElementById("solver").textContent;
  const place = URL.createObjectURL(new Blob([text, WORK], { type: "text/javascript" }));
  const worker = new Worker(place);
  URL.revokeObjectURL(place);
  return worker;
}

export class Solving {
  constructor(done) {
    this.done = done;
    this.worker = null;
    this.busy = false;
    this.asked = 0;  // questions so far: only the last one is answered
  }

  ask(request) {
    if (this.busy) this.end();
    this.busy = true;
    const number = ++this.asked;
    try {
      this.worker ??= makeWorker();
    } catch {
      this.askHere(request, number);
      return;
    }
    this.worker.onmessage = ({ data }) => this.reply(data);
    this.worker.onerror = (event) => { event.preventDefault(); this.end(); this.askHere(request, ++this.asked); };
    this.worker.postMessage(request);
  }

  // Where no worker may be made.
  askHere(request, number) {
    setTimeout(() => {
      if (number !== this.asked) return;
      let reply;
      try { reply = { result: solver.answer(request) }; } catch (error) { reply = { fault: String(error) }; }
      this.reply(reply);
    });
  }

  reply({ result, fault }) {
    this.busy = false;
    this.done(result, fault);
  }

  end() {
    ++this.asked;
    this.worker?.terminate();
    this.worker = null;
    this.busy = false;
  }
}
