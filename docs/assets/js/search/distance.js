/* How many letters two words differ in (optimal string alignment: a swap of neighbours counts once); more than
   `most` is told as Infinity, early. */
export function distance (a, b, most) {
  if (Math.abs(a.length - b.length) > most) return Infinity
  let before = [], last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1)
      least = Math.min(least, row[j])
    }
    if (least > most) return Infinity
    before = last
    last = row
  }
  return last[b.length] <= most ? last[b.length] : Infinity
}
