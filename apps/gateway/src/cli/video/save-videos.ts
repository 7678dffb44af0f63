import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { parse, format } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readDownload } from '../../video/read-download.ts'
import { openGateway } from './ask-gateway.ts'
import { CommandFailed } from './command-failed.ts'
import type { VideoOptions } from './video-options.ts'

/** Saves the videos of a task and gives the names of the files: that of `out`, and for further ones with a number before its ending. Rejects with a `CommandFailed`. */
export async function saveVideos(
  id: string,
  urls: readonly string[],
  options: VideoOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { out = `${id}.mp4` } = options
  if (urls.length === 0) {
    const answer = await openGateway(options, `v1/video/generations/download?id=${encodeURIComponent(id)}`, signal)
    await save(out, readDownload(bodyOf(answer)), signal)
    return [out]
  }
  const files: string[] = []
  for (const [index, url] of urls.entries()) {
    const file = index === 0 ? out : numbered(out, index + 1)
    // The key is the gateway's alone; such addresses need none.
    const answer = await fetch(url, { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new CommandFailed('the video was made, but its address cannot be reached')
    })
    await save(file, bodyOf(answer), signal)
    files.push(file)
  }
  return files
}

function bodyOf({ status, body }: Response): AsyncIterable<Uint8Array> {
  if (status !== 200 || body === null) throw new CommandFailed(`the video was made, but cannot be had: status ${status}`)
  return body as unknown as AsyncIterable<Uint8Array> // its types leave out that it can be walked
}

/** What is not whole has another name. */
async function save(file: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  const part = `${file}.part`
  try {
    await pipeline(Readable.from(bytes), createWriteStream(part), { signal })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    if (signal.aborted || error instanceof CommandFailed) throw error
    throw new CommandFailed(`the video was made, but could not be saved as ${file}`)
  }
}

function numbered(out: string, number: number): string {
  const { dir, name, ext } = parse(out)
  return format({ dir, name: `${name}-${number}`, ext })
}
