import { dashscopeModel } from '../../images/dashscope-model.ts'
import { dashscopeSize } from '../../images/dashscope-size.ts'
import { refuseDashscope } from '../../images/refuse-dashscope.ts'
import type { Size } from '../../images/size.ts'
import type { DashscopeRequest } from './dashscope-request.ts'
import { Refusal } from './refusal.ts'

/** The size and number of the images. Throws a Refusal for a request that the model cannot serve. */
export function checkDashscope({ model, prompt, images, parameters }: DashscopeRequest): { readonly size: Size; readonly count: number } {
  const able = dashscopeModel(model)
  if (prompt.trim() === '') throw refused('The prompt must not be empty.')
  if (able.edits && images.length === 0) throw refused('At least one image is required by this model: input.messages.0.content')
  if (images.length > able.inputs) throw refused(`The number of images must be at most ${able.inputs}: input.messages.0.content`)
  const { n = able.usual, enable_sequential: sequential = false } = parameters
  const most = sequential ? 12 : able.mostImages
  if (n > most) throw refused(`Input should be less than or equal to ${most}: parameters.n`)
  if (parameters.negative_prompt !== undefined && !able.negative)
    throw refused('Extra inputs are not permitted: parameters.negative_prompt')
  for (const key of ['thinking_mode', 'enable_sequential', 'bbox_list', 'color_palette'] as const)
    if (parameters[key] !== undefined && !able.sequential) throw refused(`Extra inputs are not permitted: parameters.${key}`)
  const size = dashscopeSize(parameters.size, able)
  if (typeof size === 'string') throw refused(`${size} (parameters.size)`)
  return { size, count: n }
}

function refused(message: string): Refusal {
  return new Refusal(refuseDashscope(message))
}
