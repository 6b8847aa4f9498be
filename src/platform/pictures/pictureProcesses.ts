import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { guardMemory } from '../memoryGuard.ts'
import { processorTime } from '../processorTime.ts'
import type { DrawnPicture, PictureRequest } from './drawing.ts'

/** Limits of one picture. */
export interface PictureLimits {
  /** Bytes of the process that decodes it. The largest permitted picture takes 360 MB. */
  memory: number
  /**
   * Milliseconds of a processor; the largest permitted picture takes 1.6 seconds. On a busy server that can be minutes
   * by the clock, and the picture is no worse for it.
   */
  time: number
}

const module = fileURLToPath(new URL('picture.process.ts', import.meta.url))
/** Milliseconds between two checks of memory and processor time. */
const checkEvery = 100
/** A process that works for a tenth of the time or less hangs. */
const shareOfProcessor = 0.1
/** A process takes 80 MB. It is ended when it had nothing to do for this long. */
const idleMs = 60_000

/** Processes that wait for a picture. */
const idle = new Set<ChildProcess>()

/**
 * Draws a picture in a process of its own, so that a hostile picture cannot take the memory of a serving process or its
 * threads, which also look up names, read files and hash passwords. A process draws one picture at a time: when it is
 * killed, it is clear whose fault that was. It is started again when needed.
 *
 * @throws Error when no process can be started
 */
export async function drawInProcess(request: PictureRequest, limits: PictureLimits): Promise<DrawnPicture> {
  const first = await attempt(request, limits)
  // It may have died for another reason than the picture: an operator's kill, or a lack of memory elsewhere.
  const drawn = first === 'DIED' ? await attempt(request, limits) : first
  return drawn === 'DIED' ? { problem: { kind: 'TOO_MUCH' } } : drawn
}

async function attempt(request: PictureRequest, { memory, time }: PictureLimits): Promise<DrawnPicture | 'DIED'> {
  const child = take()
  const guard = guardMemory(child.pid ?? 0, memory, checkEvery)
  let late = false
  const end = () => {
    late = true
    child.kill('SIGKILL')
  }
  const deadline = setTimeout(end, time / shareOfProcessor)
  // Of the first check: the process may have drawn others before.
  let before: number | null = null
  const watch = setInterval(async () => {
    const now = await processorTime(child.pid ?? 0)
    before ??= now
    if (now !== null && before !== null && now - before > time) end()
  }, checkEvery)
  try {
    const drawn = await answerOf(child, request)
    if (drawn !== 'DIED') {
      release(child)
      return drawn
    }
    return late || guard.kills() > 0 ? { problem: { kind: 'TOO_MUCH' } } : 'DIED'
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
    guard.stop()
  }
}

function answerOf(child: ChildProcess, request: PictureRequest): Promise<DrawnPicture | 'DIED'> {
  const { promise, resolve, reject } = Promise.withResolvers<DrawnPicture | 'DIED'>()
  const onMessage = (drawn: DrawnPicture) => resolve(drawn)
  const onExit = (code: number | null) =>
    code === null ? resolve('DIED') : reject(new Error(`The process of pictures ended with code ${code}.`))
  child.once('message', onMessage)
  child.once('exit', onExit)
  child.once('error', reject)
  child.send(request, (error) => {
    // The exit follows.
    if (error && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  })
  return promise.finally(() => {
    child.off('message', onMessage)
    child.off('exit', onExit)
    child.off('error', reject)
  })
}

/** Takes an idle process, or starts one. */
function take(): ChildProcess {
  const [waiting] = idle
  const child = waiting ?? start()
  idle.delete(child)
  clearTimeout(endings.get(child))
  child.ref()
  child.channel?.ref()
  return child
}

const endings = new WeakMap<ChildProcess, NodeJS.Timeout>()

/** Keeps a process for the next picture. It does not keep this process from ending. */
function release(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  endings.set(child, setTimeout(() => child.kill('SIGKILL'), idleMs).unref())
  idle.add(child)
}

function start(): ChildProcess {
  const child = fork(module, {
    serialization: 'advanced',
    execArgv: [],
    // The settings hold secrets, which a decoder has no use for.
    env: { PATH: process.env.PATH },
    // The library's warnings are about people's files.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.once('exit', () => idle.delete(child))
  // Unhandled it would end this process; the exit or the send tells it too.
  child.on('error', () => undefined)
  try {
    // Everything that somebody waits for at the counter comes before pictures.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A process that has ended, or a system without priorities.
  }
  return child
}
