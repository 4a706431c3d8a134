export const neededNode: number
export function nodeProblem(version: string): string | undefined
