import type { KnownRefusals } from './judge-known.ts'

/** Rules that the cross product still breaks. An entry that excuses nothing is an error: delete it. */
export const knownInCross: KnownRefusals = {}

/** Rules that requests of the upstream's own format still break if a route chose the model. */
export const knownOfChosen: KnownRefusals = {}

/** Rules that recorded requests still break. */
export const knownInRecorded: KnownRefusals = {}

/** Rules that tools of MCP servers still break. */
export const knownInMcp: KnownRefusals = {}
