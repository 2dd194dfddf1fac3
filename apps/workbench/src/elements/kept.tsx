import { Component, type ComponentType, type VNode } from 'preact';

/** A component that is drawn anew when one of its properties is another, or a signal that it reads. */
export function kept<Props extends object>(Of: ComponentType<Props>): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const names = Object.keys(next) as (keyof Props)[];
      return (
        names.length !== Object.keys(this.props).length ||
        names.some((name) => next[name] !== this.props[name])
      );
    }
    override render(): VNode {
      return <Of {...this.props} />;
    }
  };
}
