import type { Size } from '../../images/size.ts'
import type { Directives } from '../../read-directives.ts'
import { stripDirectives } from '../../strip-directives.ts'
import type { DemoRequest } from '../demo-request.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { makeImage } from '../paint/make-image.ts'
import { addressOfFile } from './address-of-file.ts'
import type { DashscopeRequest } from './dashscope-request.ts'
import { refusalsOf } from './refusals-of.ts'
import type { RefusalKind } from './refusals-of.ts'

/** A request that passed all checks. */
export interface DashscopeJob {
  readonly request: DashscopeRequest
  readonly size: Size
  readonly count: number
  readonly inputs: readonly Bitmap[]
  readonly demoRequest: DemoRequest
  readonly directives: Directives
}

/** Makes the images and returns the URL of each, or the kind of its failure. */
export async function makeDashscopeImages(job: DashscopeJob): Promise<readonly ({ readonly url: string } | RefusalKind)[]> {
  const { request, size, count, inputs, demoRequest, directives } = job
  const { model, parameters } = request
  const prompt = stripDirectives(request.prompt)
  const made: ({ readonly url: string } | RefusalKind)[] = []
  for (const [i, refusal] of refusalsOf(directives, count).entries()) {
    if (refusal) {
      made.push(refusal)
      continue
    }
    const { image } = await makeImage({
      ...size,
      prompt,
      label: `Demo provider (no real model): ${model}${count > 1 ? `, ${i + 1} of ${count}` : ''}`,
      seed: `${prompt} ${i} ${parameters.seed ?? ''} ${parameters.negative_prompt ?? ''}`,
      inputs,
      watermark: parameters.watermark ?? false,
      mime: 'image/png',
    })
    made.push({ url: addressOfFile(demoRequest, image, 'image/png', directives) })
  }
  return made
}
