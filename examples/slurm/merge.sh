#!/bin/bash
#SBATCH --cpus-per-task=2 --job-name=sightline-merge
sightline calibrate "$STUDY" --share "$SHARE" --workers "$SLURM_CPUS_PER_TASK" --json > "$SHARE/result.json"
