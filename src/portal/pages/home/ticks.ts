/** The chart's y axis (rules: Dashboard 5): ticks a declared step apart once counts reach it; below, whole numbers. */

/** More would stand on one another. */
const MOST = {below: 6, from: 12};
const EASY = [1, 2, 5];

/** `unit`, 2, 5, 10, 20, 50 … times of it: the first with few enough ticks. */
const distanceFor = (highest: number, unit: number, most: number): number => {
  for (let scale = unit; ; scale *= 10) {
    const distance = EASY.map(factor => factor * scale).find(one => highest / one <= most);
    if (distance !== undefined) return distance;
  }
};

/** @returns from 0 to the first tick that no count exceeds; at least two */
export const ticksFor = (counts: readonly number[], step: number): number[] => {
  const highest = Math.max(1, ...counts);
  const distance = highest < step ? distanceFor(highest, 1, MOST.below) : distanceFor(highest, step, MOST.from);
  return Array.from({length: Math.ceil(highest / distance) + 1}, (_none, index) => index * distance);
};
