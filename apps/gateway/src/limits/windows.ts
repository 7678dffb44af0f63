/** Lengths of the windows in which it is counted, in whole seconds. */
export interface Windows {
  readonly requests: number
  readonly tokens: number
  readonly spending: number
}

export const windows: Windows = { requests: 60, tokens: 60, spending: 3600 }
