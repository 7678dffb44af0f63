/** The id of this dialect, under which its boxes are kept. */
export const format = 'imagen-predict'
