/** Lengths of the windows in which it is counted, in whole seconds. */
export interface Windows {
  readonly requests: number
  readonly tokens: number
  readonly spending: number
  /** For so long what a process reserved outlives it. */
  readonly lease: number
}

export const windows: Windows = { requests: 60, tokens: 60, spending: 3600, lease: 30 }
