/** Processor seconds since `start`: other work on the machine leaves them alone, and all threads of the process count. */
export function cpuSeconds(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
