import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a player says of a file. */
export interface Probed {
  readonly codec: string
  readonly width: number
  readonly height: number
  readonly seconds: number
  /** Decoded one by one. */
  readonly frames: number
}

const there = spawnSync('ffprobe', ['-version']).status === 0
if (!there && process.env['CI'] !== undefined) throw new Error('CI needs ffprobe: .ci/run installs it')
if (!there) console.warn('ffprobe is not installed: the videos of the demo are not played')

/** Whether there is a player at all. A developer may be without one; CI may not. */
export const canProbe = there

/** Lets ffprobe decode a file to its end. Throws where anything in it is wrong. */
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
    } // as ffprobe prints what it was asked for
    const [{ codec_name: codec, width, height, nb_read_frames: frames }] = told.streams
    return { codec, width, height, frames: Number(frames), seconds: Number(told.format.duration) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
