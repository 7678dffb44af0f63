/**
 * The ids of the text formats in `formats.ts`, for what needs their names alone: commands of the command line that serve nothing load no format.
 * A test holds both to each other.
 */
export const formatIds = ['messages', 'chat', 'responses', 'contents'] as const
