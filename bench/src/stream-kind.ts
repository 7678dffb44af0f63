export type StreamKind = 'text' | 'arguments' | 'reasoning'
