import type { Citation, Context, Extensions, Finish, GenerateResponse, Part } from '@interlingua/core'

/** What the stream encoder tells about its answer; each (code, path) is reported once. */
export interface StreamReporter {
  part(part: Part): void
  joined(part: Part): void
  seal(part: Part): void
  citation(citation: Citation): void
  finish(finish: Finish): void
  extensions(extensions: Extensions | undefined): void
  opaque(): void
}

/** Reports what an answer holds that a chat completion cannot show. */
export function reportResponse(_response: GenerateResponse, _context: Context): void {}

export function createStreamReporter(_context: Context): StreamReporter {
  const silent = (): void => {}
  return { part: silent, joined: silent, seal: silent, citation: silent, finish: silent, extensions: silent, opaque: silent }
}
