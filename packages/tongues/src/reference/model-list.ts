import { formatJson } from '../json/format-json.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { defaultModels } from '../profiles/profile.ts'

/** List of models in the style that a path and its headers ask for. */
export function modelList(path: string, isAnthropic: boolean, broken: Mutant['models']): string | undefined {
  if (broken === 'none') return undefined
  const ids = Object.values(defaultModels)
  if (path === '/v1beta/models' && broken !== 'openai')
    return formatJson({
      models: ids.map((id) => ({
        name: `models/${id}`,
        displayName: id,
        supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
        inputTokenLimit: 100_000,
        outputTokenLimit: 8_000,
      })),
    })
  if (path !== '/v1/models' && path !== '/v1beta/models') return undefined
  if (isAnthropic && broken !== 'openai')
    return formatJson({
      data: ids.map((id) => ({ type: 'model', id, display_name: id, created_at: '2025-09-29T00:00:00Z' })),
      has_more: false,
      first_id: ids[0],
      last_id: ids.at(-1),
    })
  return formatJson({ object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 1, owned_by: 'reference' })) })
}
