export declare function validationPage(report: object): string;
export declare function validationIsCurrent(report: object): boolean;
