import type { Size } from './size.ts'

/** The size of an aspect ratio with about as many pixels as a square of this side. Both sides are divisible by 16. */
export function ratioSize(across: number, down: number, side: number): Size {
  const round = (length: number): number => Math.max(16, Math.round(length / 16) * 16)
  return { width: round(side * Math.sqrt(across / down)), height: round(side * Math.sqrt(down / across)) }
}
