#!/bin/bash
#SBATCH --job-name=payoffs
#SBATCH --time=01:00:00
#SBATCH --output=/dev/null
# task.sh BATCH ANSWERS: one task of an array answers one slice of a batch. The simulator reads lines `i j` and prints a payoff
# for each, as an oracle program does. What a task has not finished it never tells: a file of answers is there whole or not.
set -euo pipefail
slice=$1/$(printf %05d "$SLURM_ARRAY_TASK_ID").csv
answers=$2/$(basename "$1")-$SLURM_ARRAY_TASK_ID
tr , ' ' < "$slice" | ${SIM:-python3 sim.py} > "$answers.payoffs"
[ "$(wc -l < "$answers.payoffs")" -eq "$(wc -l < "$slice")" ]
paste -d , "$slice" "$answers.payoffs" > "$answers.part"
mv "$answers.part" "$answers.csv"
rm "$answers.payoffs" "$slice"
