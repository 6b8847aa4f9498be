/** Values of a mark: present, absent, late. Registers and lectures share them. */
export const marks = ['P', 'A', 'L'] as const
export type Mark = (typeof marks)[number]
