/** Returns percentiles in milliseconds of requests that are sent one after the other. The first five do not count. */
export async function timed(turns: number, run: () => Promise<unknown>, pauseMs = 0): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  for (let turn = 0; turn < turns + 5; turn++) {
    if (turn >= 5 && pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const start = performance.now()
    await run()
    if (turn >= 5) times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return { p50: times[Math.floor(times.length / 2)] ?? 0, p99: times[Math.floor(times.length * 0.99)] ?? 0 }
}
