export interface UsedContracts {
  own: string[]
  throughPackages: string[]
}

export const USED_CONTRACTS_NOTE: string
export function usedContracts(folder: string): UsedContracts
export function codeOfContracts(folder: string, used: UsedContracts): Promise<string>
