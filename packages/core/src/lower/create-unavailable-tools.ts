import type { Pointer } from '../pointer.ts'
import type { Policy } from '../policy.ts'
import type { GenerateRequest } from '../request.ts'
import type { Tool } from '../tool.ts'

/** Hosted tools of a request that its target cannot run. */
export interface UnavailableTools {
  /** One that is not declared. */
  note(tool: Tool, at: Pointer): void
  /** Reports all of them: `left` tools are declared. */
  settle(left: number): void
}

/**
 * What a hosted tool is that cannot run: agents declare a web search with every request, beside the tools they work with, and do without it. So it is
 * left out while other tools are there; a request that forces it, or has nothing else, is not served without it, by default. The policy may say
 * otherwise for all of them.
 */
export function createUnavailableTools(
  { toolChoice: choice }: GenerateRequest,
  policy: Policy['hostedTools'],
  report: (code: 'hosted-tool' | 'hosted-tool-dropped', at: Pointer) => void,
): UnavailableTools {
  const noted: { readonly tool: Tool; readonly at: Pointer }[] = []
  const wanted = choice?.mode === 'required' ? choice.only : undefined
  return {
    note: (tool, at) => void noted.push({ tool, at }),
    settle(left) {
      if (noted.length === 0) return
      const names = new Set(noted.map(({ tool }) => tool.name))
      const families = new Set(noted.map(({ tool }) => (tool.type === 'builtin' ? tool.family : tool.name)))
      const forced = wanted !== undefined && wanted.length > 0 && wanted.every(({ name }) => names.has(name) || families.has(name))
      const dropped = policy === 'drop' || (policy === 'translate' && left > 0 && !forced)
      for (const { tool, at } of noted) {
        // What the caller runs for its vendor's model is what such a request is for.
        const needed = tool.type === 'builtin' && tool.runsOn === 'client' && policy !== 'drop'
        report(dropped && !needed ? 'hosted-tool-dropped' : 'hosted-tool', at)
      }
    },
  }
}
