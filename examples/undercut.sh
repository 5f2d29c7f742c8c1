#!/bin/sh
# An oracle program in shell: both choose a number; the higher one wins 1, but undercutting by exactly
# one wins 2.
#
#   allnash solve oracle --oracle 'sh examples/undercut.sh' --rows 100 --columns 100 --symmetric
while read -r i j; do
  if [ "$i" -eq "$j" ]; then echo 0
  elif [ "$i" -eq $((j - 1)) ]; then echo 2
  elif [ "$j" -eq $((i - 1)) ]; then echo -2
  elif [ "$i" -gt "$j" ]; then echo 1
  else echo -1
  fi
done
