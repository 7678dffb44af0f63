import { WireError, type Format } from '@interlingua/core'
import type { VideoInput, VideoRequest, VideoRole } from '../video-request.ts'

/** The forms in which an input may be given: inline, as a URL of these schemes, as a file of these formats, or as an earlier task. */
export interface Takes {
  readonly inline?: boolean
  readonly schemes?: readonly string[]
  readonly files?: readonly Format[]
  readonly tasks?: boolean
}

/** The roles of inputs that an upstream takes. */
export type TakenInputs = Partial<Record<VideoRole, Takes>>

/** Refuses the first input that the upstream cannot take, or that has the role of an earlier one. Throws a WireError. */
export function checkInputs(request: VideoRequest, format: Format, takes: TakenInputs): void {
  const seen = new Set<VideoRole>()
  for (const [index, input] of (request.inputs ?? []).entries()) {
    const own = takes[input.role]
    const at = input.at ?? `/inputs/${index}`
    const role = input.role.replace('-', ' ')
    if (own === undefined) throw new WireError(format, at, `this upstream takes no ${role}`)
    const problem = problemOf(input, own)
    if (problem !== undefined) throw new WireError(format, at, problem)
    if (seen.has(input.role) && !input.role.startsWith('reference-')) throw new WireError(format, at, `there can be only one ${role}`)
    seen.add(input.role)
  }
}

function problemOf({ source, task }: VideoInput, takes: Takes): string | undefined {
  if (task !== undefined) return takes.tasks === true ? undefined : 'this upstream goes on from no earlier task'
  switch (source?.type) {
    case 'inline':
      return takes.inline === true ? undefined : 'this upstream takes the address of a file alone'
    case 'url':
      return takes.schemes?.includes(source.url.slice(0, source.url.indexOf(':')).toLowerCase()) === true
        ? undefined
        : 'this upstream cannot be told this address: send the file itself'
    case 'file':
      return takes.files?.includes(source.owner) === true ? undefined : 'the upstream does not know this file: send the file itself'
    default:
      return takes.tasks === true ? 'the id of a task is expected' : 'a file is expected'
  }
}
