import type { Terminal } from '../terminal.ts'
import { CommandFailed } from './command-failed.ts'
import { saveVideos } from './save-videos.ts'
import { showProgress } from './show-progress.ts'
import { submitWish } from './submit-wish.ts'
import type { VideoOptions } from './video-options.ts'
import { waitForVideo } from './wait-for-video.ts'

/** What shells say of a command that was interrupted. */
const interrupted = 130

/** Makes a video, or goes on with one, and saves it. Gives the exit code. Ctrl-C leaves the task, which goes on, and says its id. */
export async function runVideo(prompt: string, options: VideoOptions, { out, err }: Terminal): Promise<number> {
  const leaving = new AbortController()
  const leave = (): void => leaving.abort(new Error('interrupted'))
  process.once('SIGINT', leave)
  let { task } = options
  let progress: ReturnType<typeof showProgress> | undefined
  try {
    if (task === undefined) {
      task = await submitWish(prompt, options, leaving.signal)
      err(`${task}\n`)
    }
    progress = showProgress(err, process.stderr.isTTY === true)
    const urls = await waitForVideo(task, options, leaving.signal, progress.tell)
    progress.end()
    for (const file of await saveVideos(task, urls, options, leaving.signal)) out(`${file}\n`)
    return 0
  } catch (error) {
    progress?.end()
    if (leaving.signal.aborted) {
      err(task === undefined ? 'left before there was a task\n' : `the task goes on: interlingua video --task ${task}\n`)
      return interrupted
    }
    if (!(error instanceof CommandFailed)) throw error
    err(`error: ${error.message}\n`)
    return 1
  } finally {
    process.off('SIGINT', leave)
  }
}
