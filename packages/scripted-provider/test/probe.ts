import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The facts that a player reports about a file. */
export interface Probed {
  readonly codec: string
  readonly width: number
  readonly height: number
  readonly seconds: number
  /** The number of frames, decoded one by one. */
  readonly frames: number
}

const there = spawnSync('ffprobe', ['-version']).status === 0
if (!there && process.env['CI'] !== undefined) throw new Error('CI needs ffprobe: .ci/run installs it')
if (!there) console.warn('ffprobe is not installed: the videos of the demo are not played')

/** True where a player is installed. A developer's machine may lack one, CI may not. */
export const canProbe = there

/** Lets ffprobe decode a file to its end. Throws for a fault anywhere in it. */
export function probe(file: Uint8Array): Probed {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-probe-'))
  try {
    const path = join(folder, 'video.mp4')
    writeFileSync(path, file)
    const asked = 'stream=codec_name,width,height,nb_read_frames:format=duration'
    const told = JSON.parse(
      execFileSync('ffprobe', ['-v', 'error', '-count_frames', '-show_entries', asked, '-of', 'json', path], { encoding: 'utf8' }),
    ) as {
      readonly streams: readonly [
        { readonly codec_name: string; readonly width: number; readonly height: number; readonly nb_read_frames: string },
      ]
      readonly format: { readonly duration: string }
    } // the form in which ffprobe prints the requested entries
    const [{ codec_name: codec, width, height, nb_read_frames: frames }] = told.streams
    return { codec, width, height, frames: Number(frames), seconds: Number(told.format.duration) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
