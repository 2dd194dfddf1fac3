import type { OpenPart } from './open-part.ts';

/** A heap with the largest bound on top; of equal bounds the one put in first. */
export class PartQueue {
  private readonly nodes: { node: OpenPart; order: number }[] = [];
  private pushed = 0;

  get size(): number {
    return this.nodes.length;
  }

  top(): OpenPart {
    return this.nodes[0]!.node;
  }

  push(node: OpenPart): void {
    const { nodes } = this;
    nodes.push({ node, order: this.pushed++ });
    for (let i = nodes.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (!this.before(i, parent)) break;
      this.exchange(i, parent);
      i = parent;
    }
  }

  pop(): OpenPart {
    const { nodes } = this;
    const { node } = nodes[0]!;
    const last = nodes.pop()!;
    if (nodes.length > 0) nodes[0] = last;
    for (let i = 0; ; ) {
      let next = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < nodes.length && this.before(child, next)) next = child;
      if (next === i) return node;
      this.exchange(i, next);
      i = next;
    }
  }

  private before(i: number, j: number): boolean {
    const [a, b] = [this.nodes[i]!, this.nodes[j]!];
    return a.node.bound > b.node.bound || (a.node.bound === b.node.bound && a.order < b.order);
  }

  private exchange(i: number, j: number): void {
    const kept = this.nodes[i]!;
    this.nodes[i] = this.nodes[j]!;
    this.nodes[j] = kept;
  }
}
