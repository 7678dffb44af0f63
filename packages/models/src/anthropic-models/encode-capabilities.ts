import type { JsonObject } from '@interlingua/core'
import type { Capabilities } from '../listed-model.ts'

/**
 * `capabilities` of a model from another vendor: everything that the type requires, with unknown capabilities as unsupported.
 * https://docs.claude.com/en/api/models
 */
export function encodeCapabilities({ media = [], reasoning, efforts = [], schema, hostedTools }: Capabilities): JsonObject {
  const modes = reasoning ?? (efforts.length > 0 ? ['adaptive', 'on', 'off'] : [])
  const reasons = modes.some((mode) => mode !== 'off')
  const [search, code] = ['web-search', 'code-execution'].map((tool) => hostedTools?.includes(tool) === true)
  return {
    batch: is(false),
    citations: is(false),
    code_execution: is(code === true),
    context_management: { clear_thinking_20251015: null, clear_tool_uses_20250919: null, compact_20260112: null, supported: false },
    effort: {
      supported: efforts.length > 0,
      low: is(efforts.includes('low')),
      medium: is(efforts.includes('medium')),
      high: is(efforts.includes('high')),
      xhigh: is(efforts.includes('xhigh')),
      max: is(efforts.includes('max')),
    },
    image_input: is(media.includes('image')),
    pdf_input: is(media.includes('document')),
    server_tools: { supported: search === true || code === true, web_search: is(search === true), code_execution: is(code === true) },
    structured_outputs: is(schema === true),
    thinking: {
      supported: reasons,
      types: {
        adaptive: is(modes.includes('adaptive')),
        between_tools: is(modes.includes('between-tools')),
        disabled: is(modes.includes('off')),
        enabled: is(modes.includes('on')),
      },
    },
  }
}

function is(supported: boolean): JsonObject {
  return { supported }
}
