#!/bin/bash
# solve.sh ROWS COLUMNS: solves a game by arrays of Slurm whose tasks may be lost. Run it on a login node, or as a job of its
# own. It may be killed and started again at any time: run.db says what is known and what is out, the folder `answers` has
# what came back meanwhile.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
game=(--rows "$1" --columns "$2" --ledger run.db --game-id "${GAME_ID:-sim-v1}")
out=${OUT:-200}      # payoffs that may be out at a time
lease=${LEASE:-2h}   # longer than a task waits in the queue and runs: after that it counts as lost
ahead=${AHEAD:-10%}  # of the payoffs, what may be handed out in vain to keep tasks busy; 0: nothing
slice=${SLICE:-1}    # payoffs of a task
pause=${PAUSE:-30}   # seconds between two looks
mkdir -p batches answers refused

import() {
  for file in answers/*.csv; do
    [ -e "$file" ] || continue
    code=0
    allnash ledger import run.db "$file" > /dev/null || code=$?
    case $code in
      0) rm "$file" ;;
      6) return ;;  # the ledger is in use: later
      *) mv "$file" refused/ ;;
    esac
  done
}

while :; do
  import
  code=0
  allnash solve oracle "${game[@]}" --plan --out "$out" --lease "$lease" --ahead "$ahead" > plan.csv 2> plan.note || code=$?
  count=$(($(wc -l < plan.csv) - 1))
  case $code in
    0) if [ "$count" -eq 0 ]; then break; fi ;;
    3) ;;  # all that may be out is out
    6) ;;
    *) cat plan.note >&2; exit "$code" ;;
  esac
  if [ "$code" -eq 0 ]; then
    batch=$(mktemp -d batches/XXXXXX)
    tail -n +2 plan.csv | split -l "$slice" -a 5 -d --additional-suffix=.csv - "$batch/"
    sbatch --array=0-$(((count + slice - 1) / slice - 1)) "$here/task.sh" "$batch" answers > /dev/null
  fi
  sleep "$pause"
done
allnash solve oracle "${game[@]}" --certificate answer.cert
