import { findVideoModel, type VideoFamily } from '@interlingua/video'
import type { JsonObject } from '@interlingua/core'
import { randomUUID } from 'node:crypto'
import { askGateway, messageOf } from './ask-gateway.ts'
import { CommandFailed } from './command-failed.ts'
import type { VideoOptions } from './video-options.ts'

const all = ['vf-1', 'vf-2', 'vf-3'] as const satisfies readonly VideoFamily[]

/** Submits a wish and gives the id of its task. A model whose family nobody knows is asked in each: what is refused costs nothing. Rejects with a `CommandFailed`. */
export async function submitWish(prompt: string, options: VideoOptions, signal: AbortSignal): Promise<string> {
  const { model = '', family = findVideoModel(model)?.family } = options
  let problem = ''
  for (const one of family === undefined ? all : [family]) {
    const answer = await askGateway(options, 'v1/video/generations', signal, {
      method: 'POST',
      body: JSON.stringify(wishOf(prompt, model, one, options)),
      headers: { 'idempotency-key': randomUUID() },
    })
    const { id } = answer.body
    if (answer.status === 200 && typeof id === 'string') return id
    const told = messageOf(answer)
    if (answer.status !== 400) throw new CommandFailed(told)
    // That a field is another family's says nothing to people.
    if (problem === '' || /no such field/.test(problem)) problem = told
  }
  throw new CommandFailed(problem)
}

function wishOf(prompt: string, model: string, family: VideoFamily, { duration, resolution, ratio }: VideoOptions): JsonObject {
  const size = resolution === undefined ? {} : { resolution }
  switch (family) {
    case 'vf-1':
      return { model, prompt, ...size, ...(duration !== undefined && { duration }), ...(ratio !== undefined && { aspect_ratio: ratio }) }
    case 'vf-2':
      return {
        model,
        prompt,
        ...size,
        ...(duration !== undefined && { durationSeconds: duration }),
        ...(ratio !== undefined && { aspectRatio: ratio }),
      }
    case 'vf-3': {
      const content = [{ type: 'text', text: prompt }]
      return {
        model,
        prompt,
        metadata: { content, ...size, ...(duration !== undefined && { duration }), ...(ratio !== undefined && { ratio }) },
      }
    }
  }
}
