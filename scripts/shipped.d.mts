export interface ShippedPackage {
  name: string;
  version: string;
  licence: string;
  parts: ('installed' | 'command' | 'page')[];
}
export declare function shippedPackages(): ShippedPackage[];
export declare function billOfMaterials(): object;
