import type { Pointer } from '../pointer.ts'
import type { Policy } from '../policy.ts'
import type { GenerateRequest } from '../request.ts'
import type { Tool } from '../tool.ts'

/** Hosted tools of a request that its target cannot run. */
export interface UnavailableTools {
  /** Notes a hosted tool that is left undeclared. */
  note(tool: Tool, at: Pointer): void
  /** Reports all noted tools; `left` is the number of tools that stay declared. */
  settle(left: number): void
}

/**
 * Decides whether a hosted tool that cannot run is dropped or refused, unless the policy decides for all of them. Dropped while other tools
 * are declared, since agents declare a web search with every request; refused if the request forces the tool or has no other.
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
        // A tool that the client runs for its vendor's model is the purpose of the request.
        const needed = tool.type === 'builtin' && tool.runsOn === 'client' && policy !== 'drop'
        report(dropped && !needed ? 'hosted-tool-dropped' : 'hosted-tool', at)
      }
    },
  }
}
