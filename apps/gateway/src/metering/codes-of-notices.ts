import type { Notice } from '@interlingua/core'

/** The codes of notices, each once, in their order. There are few: to look through the list costs less than a set. */
export function codesOfNotices(notices: readonly Notice[]): readonly string[] {
  if (notices.length === 0) return none
  const codes: string[] = []
  for (const { code } of notices) if (!codes.includes(code)) codes.push(code)
  return codes
}

const none: readonly string[] = []
