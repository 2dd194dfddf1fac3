#!/bin/bash
#SBATCH --array=1-8 --cpus-per-task=2 --job-name=sightline-pieces
sightline calibrate "$STUDY" --share "$SHARE" --pieces "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --workers "$SLURM_CPUS_PER_TASK"
