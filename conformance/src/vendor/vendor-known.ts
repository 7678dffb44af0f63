import type { KnownRefusals } from './judge-known.ts'

const options = 'the dialects do not say this of their servers yet'
const fields = 'an instruction at the end of a conversation stays the last turn'

/** Rules that the cross product still breaks. An entry that excuses nothing is an error: delete it. */
export const knownInCross: KnownRefusals = {
  'D-G2': options,
  'D-G3': options,
  'D-Q1': options,
  'D-Z2': options,
}

/** Rules that recorded requests still break. */
export const knownInRecorded: KnownRefusals = {
  'D-M2': fields,
}

/** Rules that tools of MCP servers still break. */
export const knownInMcp: KnownRefusals = {}
