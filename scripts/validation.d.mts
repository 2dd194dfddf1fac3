export declare function validationIsCurrent(report: object): boolean;
